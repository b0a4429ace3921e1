import { z } from 'zod'
import { loose, open } from '../lines/define.ts'
import { AgentInfo, ModelInfo, SlashCommand } from './catalogue.ts'
import { fromHost } from './control-entry.ts'
import { PluginSource } from './requests/initialize.ts'
import { McpServerStatus } from './requests/mcp-server.ts'

const text = z.string().optional()
const flag = z.boolean().optional()

const ReloadPluginsResult = loose({
  commands: z.array(SlashCommand),
  agents: z.array(AgentInfo).optional(),
  plugins: z.array(loose({ name: z.string(), path: text, source: text, version: text })),
  mcpServers: z.array(McpServerStatus).optional(),
  error_count: z.number().optional(),
  held: flag,
  cache_impact: loose({
    mcp_servers_added: z.array(z.string()).optional(),
    mcp_servers_removed: z.array(z.string()).optional(),
    lsp_tool_change: open('adds', 'may-add', 'removes', 'may-remove').nullish(),
  }).optional(),
})

export const catalogueRequests = {
  list_models: fromHost(
    'list_models',
    {},
    loose({ models: z.array(ModelInfo) }),
    'published',
    'Fills the choice of models anew after a login.',
  ),
  get_binary_version: fromHost(
    'get_binary_version',
    {},
    loose({ version: z.string(), buildTime: text }),
    'published',
    'Shows the version of the CLI that runs.',
  ),
  reload_plugins: fromHost(
    'reload_plugins',
    {
      hold_on_cache_impact: flag,
      add_plugins: z.array(PluginSource).optional(),
      refuse_if_busy: flag,
    },
    ReloadPluginsResult,
    'published',
    'Reads the plugins anew, and with them commands, agents and servers.',
  ),
  reload_skills: fromHost(
    'reload_skills',
    {},
    loose({ skills: z.array(SlashCommand) }),
    'published',
    'Reads the skills anew.',
  ),
  reload_output_styles: fromHost(
    'reload_output_styles',
    {},
    loose({ available_output_styles: z.array(z.string()) }),
    'published',
    'Reads the output styles anew.',
  ),
} as const

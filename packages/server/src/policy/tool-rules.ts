import { config, type Rule } from './rule.ts'

/**
 * The CLI splits a list of rules at commas and spaces outside of parentheses, and takes the first `)` for their end: a rule with
 * parentheses of its own could carry a second one.
 */
const OWN_TOOL = /^[A-Z][A-Za-z0-9]*(\([^()\p{Cc}]*\))?$/u
const MCP_TOOL = /^mcp__[\w-]+(\([^()\p{Cc}]*\))?$/u
const DENIED_TOOL = /^[A-Za-z*][\w*.-]*(\([^()\p{Cc}]*\))?$/u

const WHAT = "is no rule for one of the CLI's own tools, such as Read or Bash(git log *)"

/** A rule that lets a tool run without asking: the CLI's own tools are the caller's to choose, those of servers the operator's. */
export const allowRule: Rule = (value, context) => {
  if (typeof value !== 'string') return 'must be a text'
  if (OWN_TOOL.test(value)) return null
  return MCP_TOOL.test(value) ? config()(value, context) : WHAT
}

/** A rule that takes something away harms nobody. */
export const denyRule: Rule = (value) =>
  typeof value === 'string' && DENIED_TOOL.test(value) ? null : 'is no rule, such as WebFetch or Bash(rm *)'

export const ownTool: Rule = (value) =>
  typeof value === 'string' && /^([A-Z][A-Za-z0-9]*|default)$/.test(value)
    ? null
    : "is none of the CLI's own tools, such as Read or Bash"

import type { ScriptedTool } from '../script/script.ts'
import { CWD } from '../script/select-steps.ts'
import { demoFiles } from './demo-files.ts'

type DemoFile = keyof typeof demoFiles

export function read(name: DemoFile): ScriptedTool {
  return { name: 'Read', input: { file_path: `${CWD}/${name}` }, content: demoFiles[name] }
}

export function edit(name: DemoFile, oldString: string, newString: string): ScriptedTool {
  const input = { file_path: `${CWD}/${name}`, old_string: oldString, new_string: newString, replace_all: false }
  return { name: 'Edit', input, originalFile: demoFiles[name] }
}

export function write(name: string, content: string): ScriptedTool {
  return { name: 'Write', input: { file_path: `${CWD}/${name}`, content } }
}

export function bash(command: string, description: string, content: string, durationMs = 900): ScriptedTool {
  return { name: 'Bash', input: { command, description }, content, durationMs }
}

export function failing(command: string, description: string, output: string): ScriptedTool {
  return { ...bash(command, description, `Exit code 1\n${output}`, 1400), isError: true }
}

export function todos(...items: [content: string, activeForm: string, status: string][]): ScriptedTool {
  const list = items.map(([content, activeForm, status]) => ({ content, activeForm, status }))
  return { name: 'TodoWrite', input: { todos: list } }
}

/** How much a field takes: of a number itself, of the characters of a text, of what is chosen of several. */
export interface Limits {
  least?: number
  most?: number
  /** Only said: a server could send one that no browser ever gets done with. */
  pattern?: string
}

/** A field of a form that an MCP server asks for; its value is kept as text until it is sent. */
export interface FormField {
  name: string
  title: string
  description?: string
  /** `choices` are several of the options. */
  kind: 'text' | 'number' | 'integer' | 'boolean' | 'choice' | 'choices'
  options: readonly { value: string; label: string }[]
  isRequired: boolean
  initial: string
  inputType: 'text' | 'email' | 'url' | 'date' | 'datetime-local'
  limits: Limits
}

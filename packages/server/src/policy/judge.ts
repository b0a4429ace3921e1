import { CONTROL_TABLE } from './control-table.ts'
import { furtherFolder } from './folders.ts'
import { judgePermissions, type Offered } from './judge-permissions.ts'
import type { PolicyContext } from './policy-options.ts'
import { each, type Rule } from './rule.ts'
import { START_TABLE } from './start-table.ts'

type Fields = Readonly<Record<string, unknown>>

/** Something that a caller wants and that could give it power. `control` is the same by HTTP and over a socket. */
export type Wish =
  | { door: 'start'; request: Fields }
  | { door: 'control'; request: Fields & { subtype: string }; outputStyles?: readonly string[] }
  | { door: 'permissions'; updates: readonly unknown[]; offered: Offered }

export type Verdict =
  | { ok: true }
  /** `what` names the field or the subtype, for the record; the message is for people. */
  | { ok: false; what: string; message: string }

const fine: Verdict = { ok: true }

/** The one place that says what a caller may choose, whichever door it came by and whoever it is. */
export function judge(wish: Wish, context: PolicyContext): Verdict {
  switch (wish.door) {
    case 'start':
      return judgeStart(wish.request, context)
    case 'control':
      return judgeControl(wish.request, { ...context, outputStyles: wish.outputStyles ?? [] })
    case 'permissions': {
      const why = judgePermissions(wish.updates, wish.offered, context)
      return why === null ? fine : { ok: false, what: 'updatedPermissions', message: why }
    }
  }
}

function judgeStart(request: Fields, context: PolicyContext): Verdict {
  const verdict = judgeFields(
    request,
    START_TABLE,
    context,
    (key) => `Nobody may start a session with '${key}' from here.`,
  )
  if (!verdict.ok || request.addDirs === undefined || request.trust === true) return verdict
  const why = each(furtherFolder)(request.addDirs, context)
  return why === null ? fine : { ok: false, what: 'addDirs', message: `'addDirs' ${why}.` }
}

function judgeControl({ subtype, ...body }: Fields & { subtype: string }, context: PolicyContext): Verdict {
  const row = Object.hasOwn(CONTROL_TABLE, subtype) ? CONTROL_TABLE[subtype] : undefined
  if (row === undefined)
    return {
      ok: false,
      what: subtype,
      message: `'${subtype}' is not among the control requests that can be made from here. docs/api.md lists them.`,
    }
  if (row.needs === 'allow-config' && !context.allowConfig)
    return { ok: false, what: subtype, message: `'${subtype}' needs a server started with --allow-config.` }
  return judgeFields(body, row.fields, context, (key) => `'${subtype}' takes no '${key}' from here.`)
}

function judgeFields(
  fields: Fields,
  table: Readonly<Record<string, Rule>>,
  context: PolicyContext,
  toRefusal: (key: string) => string,
): Verdict {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  // What nobody may send counts before what is wrong with the rest: it is refused and written down, whatever stands beside it.
  const unknown = given.find(([key]) => !Object.hasOwn(table, key))?.[0]
  if (unknown !== undefined) return { ok: false, what: unknown, message: toRefusal(unknown) }
  for (const [key, value] of given) {
    const why = table[key]?.(value, context) ?? null
    if (why !== null) return { ok: false, what: key, message: `'${key}' ${why}.` }
  }
  return fine
}

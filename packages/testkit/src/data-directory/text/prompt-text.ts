import type { Chance } from '../chance.ts'
import { ADJECTIVES, NOUNS, toFilePath, toIdentifier, VERBS } from './words.ts'

export function toPromptText(chance: Chance): string {
  const verb = chance.pick(VERBS)
  const noun = `${chance.pick(ADJECTIVES)} ${chance.pick(NOUNS)}`
  switch (chance.integer(0, 5)) {
    case 0:
      return `${verb} the ${noun} in ${toFilePath(chance)}`
    case 1:
      return `why is the ${noun} so ${chance.pick(ADJECTIVES)}? have a look at ${toIdentifier(chance)}`
    case 2:
      return `please ${verb} every ${noun}, then ${chance.pick(VERBS)} the ${chance.pick(NOUNS)} tests`
    case 3:
      return `the ${noun} fails after the ${chance.pick(NOUNS)} migration\n\n- ${verb} it\n- add a test for ${toIdentifier(chance)}`
    case 4:
      return `${verb} ${toIdentifier(chance)}() and explain the ${chance.pick(NOUNS)} step by step`
    default:
      return `can we ${verb} the ${noun} without touching ${toFilePath(chance)}?`
  }
}

export function toTitleText(chance: Chance): string {
  const verb = chance.pick(VERBS)
  return `${verb[0]?.toUpperCase()}${verb.slice(1)} ${chance.pick(ADJECTIVES)} ${chance.pick(NOUNS)} ${chance.pick(NOUNS)}`
}

export function toSlug(chance: Chance): string {
  return `${chance.pick(ADJECTIVES)}-${chance.pick(VERBS)}ing-${chance.pick(NOUNS)}`
}

export type Cost = { usd: number } | { unknownModel: string }
export function toCost(_usage: unknown, model: string): Cost { return { unknownModel: model } }

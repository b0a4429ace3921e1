export interface Price { model: string }
export const pricesAsOf = '2026-11-15'
export function findPrice(_model: string): Price | null { return null }

/** What happened at the gate that somebody may want to read later. Without secrets. */
export type GateEvent =
  | { type: 'link_created'; by: string }
  | { type: 'paired'; deviceId: string; name: string; origin: string }
  | { type: 'pairing_refused'; reason: string; from: string }
  | { type: 'device_renamed'; deviceId: string; name: string; by: string }
  | { type: 'device_revoked'; deviceId: string; name: string; by: string }

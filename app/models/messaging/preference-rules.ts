import { type FamilyChannel, familyChannels, type MessageEvent, mutableEvents } from './options'

/** How a guardian wants to be told; without a first channel the school's comes first. */
export type Preference = { firstChannel: FamilyChannel | null; muted: MessageEvent[] }

export const noPreference: Preference = { firstChannel: null, muted: [] }

/** A preference as it is kept; what cannot be switched off any more is not. */
export function preferenceOf({ firstChannel, muted }: { firstChannel: string | null; muted: string }): Preference {
  const off = muted.split(',')
  return {
    firstChannel: familyChannels.find((one) => one === firstChannel) ?? null,
    muted: mutableEvents.filter((event) => off.includes(event)),
  }
}

import { type FamilyChannel, familyChannels, type MessageEvent, mutableEvents } from './options'

/** A guardian's message preferences. `firstChannel` null: the school's setting for the first channel applies. */
export type Preference = { firstChannel: FamilyChannel | null; muted: MessageEvent[] }

export const noPreference: Preference = { firstChannel: null, muted: [] }

/** Parses a stored preference; ignores events that can no longer be switched off. */
export function preferenceOf({ firstChannel, muted }: { firstChannel: string | null; muted: string }): Preference {
  const off = muted.split(',')
  return {
    firstChannel: familyChannels.find((one) => one === firstChannel) ?? null,
    muted: mutableEvents.filter((event) => off.includes(event)),
  }
}

import type { EntryState } from '~/models/entry/register/options'

export const entryStateWords: Array<{ value: EntryState; label: string }> = [
  { value: 'here', label: 'At the school' },
  { value: 'left', label: 'Left' },
  { value: 'corrected', label: 'With corrections' },
  { value: 'unnumbered', label: 'Without admission number' },
]

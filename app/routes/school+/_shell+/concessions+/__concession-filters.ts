import { concessionKinds } from '~/models/fees/options'

/** The filters of the list of concessions, which its file shares. */
export const concessionFilters = {
  session: 'id',
  class: 'id',
  kind: concessionKinds,
  state: ['removed'],
} as const

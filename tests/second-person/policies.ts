import type { Policy } from '../security/policy'
import { staffPassword } from '../security/world'

const pages = 'routes/school+/_shell+/second-person+'

export const secondPersonPolicies: Record<string, Policy> = {
  [`${pages}/index`]: { get: 'second-person:view' },
  [`${pages}/index[.]csv`]: { get: 'second-person:view' },
  [`${pages}/$id.index`]: {
    get: 'second-person:view',
    post: 'second-person:view',
    ids: ({ secondPerson }) => [secondPerson.toDecide],
    body: () => ({ own_password: staffPassword }),
  },
  [`${pages}/$id.refusal`]: {
    get: 'second-person:view',
    post: 'second-person:view',
    ids: ({ secondPerson }) => [secondPerson.toDecideToo],
    body: () => ({ reason: 'The account is not ours' }),
  },
  [`${pages}/$id.withdrawal`]: {
    get: 'second-person:view',
    post: 'second-person:view',
    ids: ({ secondPerson }) => [secondPerson.own],
    body: () => ({}),
  },
  'routes/school+/_shell+/settings+/second-person': {
    get: 'settings:edit',
    post: 'settings:edit',
    body: () => ({ version: '1', second_person: '25000', own_password: staffPassword }),
  },
}

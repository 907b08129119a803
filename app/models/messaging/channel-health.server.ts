import type { SchoolScope } from '~/models/shared/scope.server'
import { type Health, healthOf } from '~/services/health'
import type { Channel } from '~/services/messages/port'

type OfSchool = Pick<SchoolScope, 'schoolId'>

/** The name of a school's own channel among the services outside: another school has other keys, and mostly another provider. */
export const nameOfChannel = ({ schoolId }: OfSchool, channel: Channel): string => `${channel} of school ${schoolId}`

export const healthOfChannel = (scope: OfSchool, channel: Channel): Health => healthOf(nameOfChannel(scope, channel))

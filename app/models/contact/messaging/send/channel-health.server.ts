import type { SchoolScope } from '~/models/core/shared/scope.server'
import { type Health, healthOf } from '~/services/health'
import type { Channel } from '~/services/messages/port'

type OfSchool = Pick<SchoolScope, 'schoolId'>

/**
 * Name of a school's channel among the external services. Schools do not share one, because each has its own keys and
 * usually its own provider.
 */
export const nameOfChannel = ({ schoolId }: OfSchool, channel: Channel): string => `${channel} of school ${schoolId}`

export const healthOfChannel = (scope: OfSchool, channel: Channel): Health => healthOf(nameOfChannel(scope, channel))

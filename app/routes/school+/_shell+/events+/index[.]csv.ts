import { ofTeacherSections } from '~/http/route.server'
import { listEvents } from '~/models/notices/events.server'
import { fileLoader } from '~/office/list.server'
import { list } from './index'

export const loader = fileLoader(list, ofTeacherSections(listEvents))

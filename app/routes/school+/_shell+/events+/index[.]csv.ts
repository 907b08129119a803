import { ofTeacherSections } from '~/http/route.server'
import { fileLoader } from '~/kit/pages/list.server'
import { listEvents } from '~/models/contact/notices/events.server'
import { list } from './index'

export const loader = fileLoader(list, ofTeacherSections(listEvents))

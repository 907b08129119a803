import { ofTeacherSections } from '~/http/route.server'
import { listEvents } from '~/models/notices/events.server'
import { fileLoader } from '~/office/list.server'
import { list } from './index'

/** The filtered list of events for a spreadsheet. */
export const loader = fileLoader(list, ofTeacherSections(listEvents))

import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deleting } from '~/kit/pages/delete.server'
import { DeletePage } from '~/kit/pages/delete-page'
import { deleteEntry } from '~/models/learning/timetable/entries.server'
import { findEntry } from '~/models/learning/timetable/queries.server'
import { daysInWords } from '~/models/learning/timetable/rules'
import { entryForm } from '~/models/learning/timetable/timetable-fields'

export const handle = pageTitle(() => 'Delete timetable entry')

const page = deleting({
  may: 'timetable:edit',
  form: entryForm,
  find: findEntry,
  remove: deleteEntry,
  called: ({ subject, className, sectionName }) => `${subject} of ${className} ${sectionName}`,
  consequence: ({ periodName, days, sessionName }) =>
    `${periodName} on ${daysInWords(days)} becomes free, in ${sessionName}. To free one day only, untick it in the entry.`,
  refusals: {},
  backHref: schoolPaths.editTimetableEntry,
  removed: (_id, entry) => schoolPaths.sectionTimetable(entry.sectionPublicId, entry.sessionPublicId),
})
export const loader = page.loader
export const action = page.action

export default DeletePage

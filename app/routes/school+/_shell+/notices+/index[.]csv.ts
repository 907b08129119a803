import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireStaff } from '~/http/guards.server'
import { csvOfList } from '~/http/list.server'
import { listNotices, type NoticeRow } from '~/models/notices/list-notices.server'
import { stateOn } from '~/models/notices/rules'
import { addressName, priorityWord, stateNames } from '~/models/notices/words'
import { todayInIndia } from '~/models/shared/calendar'
import { noticesViewOf } from '~/routes/school+/_shell+/__notice-list.server'

/** The filtered list of notices for a spreadsheet. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const staff = await requireStaff(context, request, 'notices:view')
  const { wish } = await noticesViewOf(request, staff)
  const today = todayInIndia(new Date())
  return csvOfList<NoticeRow>(
    'notices.csv',
    [
      { label: 'Title', value: (row) => row.title },
      { label: 'For whom', value: addressName },
      { label: 'Priority', value: (row) => priorityWord(row.priority) },
      { label: 'Shown from', value: (row) => row.fromOn },
      { label: 'Shown until', value: (row) => row.untilOn },
      { label: 'State', value: (row) => stateNames[stateOn(today, row.fromOn, row.untilOn)].word },
      { label: 'Written by', value: (row) => row.writer },
    ],
    (place) => listNotices(staff.scope, { ...wish, ...place }, today),
  )
}

import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deleting } from '~/kit/pages/delete.server'
import { DeletePage } from '~/kit/pages/delete-page'
import { counted } from '~/models/core/shared/counted'
import { schemeForm } from '~/models/learning/report-cards/scheme-fields'
import { deleteScheme, findScheme } from '~/models/learning/report-cards/schemes.server'

export const handle = pageTitle(() => 'Delete scheme')

/** Reason why the scheme cannot be deleted: data that would be lost with it. */
function obstacleOf({ cards, withdrawn, entries }: Record<'cards' | 'withdrawn' | 'entries', number>): string | null {
  const obstacles = [
    ...(cards > 0 ? [counted(cards, 'published card')] : []),
    ...(withdrawn > 0 ? [counted(withdrawn, 'withdrawn card')] : []),
    ...(entries > 0 ? [`grades and remarks of ${counted(entries, 'card')}`] : []),
  ]
  return obstacles.length === 0 ? null : `It has ${obstacles.join(', ')}, and is kept with them.`
}

const page = deleting({
  may: 'exams:edit',
  form: schemeForm,
  find: findScheme,
  obstacle: (scheme) => ({ words: obstacleOf(scheme) }),
  remove: deleteScheme,
  consequence:
    'No card was published with it, and nothing has been entered for one. It will be deleted permanently; exams and marks stay.',
  refusals: { 'in-use': 'Cards were published with it, or grades and remarks were entered: it is kept with them.' },
  backHref: schoolPaths.reportScheme,
  removed: () => schoolPaths.reportSchemes,
})
export const loader = page.loader
export const action = page.action

export default DeletePage

import { pageTitle, schoolPaths } from '~/http/school-paths'
import { counted } from '~/models/academics/rules'
import { schemeForm } from '~/models/report-cards/scheme-fields'
import { deleteScheme, findScheme } from '~/models/report-cards/schemes.server'
import { deleting } from '~/office/delete.server'
import { DeletePage } from '~/office/delete-page'

export const handle = pageTitle(() => 'Delete scheme')

/** Reason why the scheme cannot be deleted: data that would be lost with it. */
function obstacleOf({ cards, withdrawn, entries }: Record<'cards' | 'withdrawn' | 'entries', number>): string | null {
  const kept = [
    ...(cards > 0 ? [counted(cards, 'published card')] : []),
    ...(withdrawn > 0 ? [counted(withdrawn, 'withdrawn card')] : []),
    ...(entries > 0 ? [`grades and remarks of ${counted(entries, 'card')}`] : []),
  ]
  return kept.length === 0 ? null : `It has ${kept.join(', ')}, and is kept with them.`
}

const page = deleting({
  may: 'exams:edit',
  form: schemeForm,
  find: findScheme,
  obstacle: (scheme) => ({ words: obstacleOf(scheme) }),
  remove: deleteScheme,
  refusals: { 'in-use': 'Cards were published by it, or grades and remarks were entered: it is kept with them.' },
  removed: () => schoolPaths.reportSchemes,
})
export const loader = page.loader
export const action = page.action

export default function DeleteSchemePage() {
  return (
    <DeletePage<typeof loader>
      consequence="No card was published by it, and nothing entered for one. It will be deleted permanently; exams and marks stay."
      backHref={schoolPaths.reportScheme}
    />
  )
}

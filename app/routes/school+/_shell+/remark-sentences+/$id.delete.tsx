import { pageTitle, schoolPaths } from '~/http/school-paths'
import { remarks } from '~/models/report-cards/remarks.server'
import { deleting } from '~/office/delete.server'
import { DeletePage } from '~/office/delete-page'

export const handle = pageTitle(() => 'Delete sentence')

const page = deleting({
  ...remarks,
  may: 'exams:edit',
  called: ({ english }) => `“${english}”`,
  refusals: {},
  removed: () => schoolPaths.remarkSentences,
})
export const loader = page.loader
export const action = page.action

export default function DeleteSentencePage() {
  return (
    <DeletePage<typeof loader>
      consequence="Published cards keep it; where its number was entered for a card that is not published, it is left out."
      backHref={() => schoolPaths.remarkSentences}
    />
  )
}

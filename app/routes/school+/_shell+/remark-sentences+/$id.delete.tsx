import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deleting } from '~/kit/pages/delete.server'
import { DeletePage } from '~/kit/pages/delete-page'
import { wordsIn } from '~/language/localized'
import { remarks } from '~/models/learning/report-cards/remarks.server'

export const handle = pageTitle(() => 'Delete sentence')

const page = deleting({
  ...remarks,
  may: 'exams:edit',
  called: ({ sentence }) => `“${wordsIn(sentence, 'en')}”`,
  consequence: 'No card uses it. It will be deleted permanently.',
  refusals: { 'in-use': 'Grades and remarks already refer to its number. Change its text instead.' },
  backHref: () => schoolPaths.remarkSentences,
  removed: () => schoolPaths.remarkSentences,
})
export const loader = page.loader
export const action = page.action

export default DeletePage

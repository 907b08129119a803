import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deciding } from '~/kit/pages/decision.server'
import { decisionPage } from '~/kit/pages/decision-page'
import { mayCheckAgain } from '~/models/entry/imports/import-record.server'
import { checkAgain } from '~/models/entry/imports/imports.server'
import { importsEnough } from '~/models/entry/imports/options'
import { findOwnImport } from '~/routes/school+/_shell+/__import-guard.server'

export const handle = pageTitle(() => 'Check the file again')

const page = deciding({
  may: 'imports:run',
  find: (_scope, id: string, staff) => findOwnImport(staff, id),
  more: ({ fileName }) => fileName,
  obstacle: (record) =>
    mayCheckAgain(record) ? null : 'Only a failed import whose file is still kept can be checked again.',
  decide: checkAgain,
  refusals: {
    'too-late': 'Only a failed import with an intact file can be checked again.',
    busy: importsEnough,
    'file-gone': 'The uploaded file has been removed. Upload it again.',
  },
  decided: schoolPaths.import,
})
export const loader = page.loader
export const action = page.action

export default decisionPage<typeof loader>({
  title: 'Check the file again?',
  context: ({ more }) => more,
  submit: 'Check again',
  backHref: ({ at }) => schoolPaths.import(String(at)),
  explanation: (
    <p>The file is read once more and compared with the school’s present records. This does not change any record.</p>
  ),
})

import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deciding } from '~/kit/pages/decision.server'
import { decisionPage } from '~/kit/pages/decision-page'
import { counted } from '~/models/core/shared/counted'
import { findBatch, undoBatch } from '~/models/people/guardians/batches.server'

export const handle = pageTitle(() => 'Undo proposed guardians')

const page = deciding({
  may: 'students:edit',
  find: findBatch,
  more: ({ guardianCount, linkCount }) => ({ guardianCount, linkCount }),
  obstacle: ({ undoneAt }) => (undoneAt === null ? null : 'It has already been undone.'),
  decide: (scope, id: string) => undoBatch(scope, id),
  refusals: {
    'has-acted': 'One of these guardians has just consented or complained. Undo again: that guardian stays.',
  },
  decided: schoolPaths.guardianBatch,
  message: ({ value: { kept } }) =>
    kept === 0
      ? 'Everything is as it was before.'
      : `${counted(kept, 'child stays', 'children stay')} with the guardian, and the list says why.`,
})
export const loader = page.loader
export const action = page.action

export default decisionPage<typeof loader>({
  title: ({ more }) =>
    `Undo ${counted(more.guardianCount, 'guardian')} and ${counted(more.linkCount, 'link to a child', 'links to children')}?`,
  submit: 'Undo',
  isDangerous: true,
  backHref: ({ at }) => schoolPaths.guardianBatch(String(at)),
  explanation: (
    <p>
      The guardians created then are removed with their links to children. Guardians who have since been edited, invited
      or activated, or have consented or complained, stay and are listed afterwards.
    </p>
  ),
})

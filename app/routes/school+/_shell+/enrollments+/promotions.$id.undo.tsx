import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deciding } from '~/kit/pages/decision.server'
import { decisionPage } from '~/kit/pages/decision-page'
import { findPromotion } from '~/models/entry/admissions/promotion/promotion-queries.server'
import {
  type UndoObstacle,
  undoObstacle,
  undoObstacles,
  undoPromotion,
} from '~/models/entry/admissions/promotion/undo-promotion.server'
import { promotionOutcomeWords } from './__promotion-list'

export const handle = pageTitle(() => 'Undo promotion')

const reasons: Record<UndoObstacle, string> = {
  marks: 'Marks have been entered in the new session',
  attendance: 'Attendance has been marked in the new session',
  payments: 'A new fee was paid, or a payment has been started',
  concessions: 'A concession or a waiver was given on a new fee',
  'promoted-further': 'They have been promoted further; undo that first',
  changed: 'The enrollment or the student has been changed since',
}

const obstacleText = ({ reason, names }: { reason: UndoObstacle; names: readonly string[] }) =>
  names.length > 0 ? `${reasons[reason]}: ${names.join(', ')}.` : `${reasons[reason]}.`

const page = deciding({
  may: 'students:edit',
  find: async (scope, id: string) => {
    const promotion = await findPromotion(scope, id)
    return promotion && { ...promotion, obstacle: promotion.undoneAt ? null : await undoObstacle(scope, promotion.id) }
  },
  more: ({ className, fromName, toName, ...outcome }) => ({
    className,
    context: `${fromName} to ${toName}: ${promotionOutcomeWords(outcome)}`,
  }),
  obstacle: ({ undoneAt, obstacle }) =>
    undoneAt ? 'This promotion has already been undone.' : obstacle && obstacleText(obstacle),
  decide: (scope, id: string) => undoPromotion(scope, id),
  refusals: Object.fromEntries(undoObstacles.map((reason) => [reason, obstacleText])) as Record<
    UndoObstacle,
    typeof obstacleText
  >,
  decided: () => schoolPaths.promote,
  message: 'The promotion is undone; everything is as it was before.',
})
export const loader = page.loader
export const action = page.action

export default decisionPage<typeof loader>({
  title: ({ more }) => `Undo the promotion of ${more.className}?`,
  context: ({ more }) => more.context,
  obstacleTitle: 'This promotion cannot be undone',
  submit: 'Undo promotion',
  isDangerous: true,
  backHref: schoolPaths.promote,
  explanation: (
    <p>
      The enrollments in the new session are removed with their seats and fees, and students who left through the
      promotion become students again. Everything is then as it was before; only transport that the promotion ended must
      be applied for again.
    </p>
  ),
})

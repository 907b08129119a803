import { Badge } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { showLoader } from '~/kit/pages/show.server'
import { shownTable, showPage } from '~/kit/pages/show-page'
import { formatDay } from '~/models/core/shared/calendar'
import { counted } from '~/models/core/shared/counted'
import { formatPaise } from '~/models/core/shared/money'
import { fineWords } from '~/models/money/fees/fine-fields'
import { headKindLabels } from '~/models/money/fees/options'
import { findFeePlan, findFeeReach } from '~/models/money/fees/queries.server'
import { sumOf } from '~/models/money/fees/rules'
import { readFineRule } from '~/models/money/ledger/fine-rules'

export const handle = pageTitle<{ name: string }>((data) => data?.name ?? 'Fee')

export const loader = showLoader({ may: 'fees:view', find: findFeePlan }, async (plan, { scope, may }) => {
  const reach = await findFeeReach(scope, plan)
  const { publicId: id, name, className, sessionName, isAssigned, heads } = plan
  return {
    id,
    name,
    className,
    sessionName,
    isAssigned,
    heads,
    totalPaise: sumOf(heads),
    instalments: plan.instalments.map(({ title, dueOn, amountPaise }) => ({ title, dueOn, amountPaise })),
    students: reach.students,
    fine: fineWords(readFineRule(plan.fineRule)),
    missing: reach.missingDues,
    mayEdit: may('fees:edit'),
  }
})

export default showPage<typeof loader>((fee) => {
  const { id, isAssigned, students, mayEdit } = fee
  const isNext = fee.missing > 0 && (isAssigned || students === 0)
  return {
    title: fee.name,
    context: `${fee.className}, ${fee.sessionName}`,
    action: mayEdit && {
      label: isAssigned ? 'Assign again' : 'Assign',
      href: schoolPaths.assignFee(id),
      variant: isNext ? 'next' : 'secondary',
    },
    parts: [
      {
        title: 'Fee',
        aside: isAssigned ? (
          <Badge tone="good">Assigned</Badge>
        ) : students > 0 ? (
          <Badge tone="info">Assigned to chosen students</Badge>
        ) : (
          <Badge tone="warn">Not assigned to any student</Badge>
        ),
        isSpaced: true,
        facts: {
          Total: formatPaise(fee.totalPaise, { style: 'short' }),
          Students: students === 0 ? 'None' : counted(students, 'student'),
          Class: fee.className,
          'Academic session': fee.sessionName,
          'Late fine': fee.fine,
        },
        actions: mayEdit && [
          { label: 'Edit fee', href: schoolPaths.editFee(id) },
          { label: 'Late fine', href: schoolPaths.feeFine(id) },
          { label: 'Copy', href: schoolPaths.copyFee(id) },
          { label: 'Delete this fee', href: schoolPaths.deleteFee(id), variant: 'quiet' },
        ],
      },
      {
        title: 'Heads',
        content: shownTable({
          caption: 'Heads',
          rows: fee.heads,
          columns: [
            { label: 'Head', role: 'title', value: 'name' },
            { label: 'Kind', value: (row) => headKindLabels[row.kind] },
            { label: 'Amount', align: 'end', value: (row) => formatPaise(row.amountPaise, { style: 'exact' }) },
          ],
        }),
      },
      {
        title: 'Instalments',
        content: shownTable({
          caption: 'Instalments',
          rows: fee.instalments,
          columns: [
            { label: 'Title', role: 'title', value: 'title' },
            { label: 'Due date', align: 'nowrap', value: (row) => formatDay(row.dueOn, 'en') },
            { label: 'Amount', align: 'end', value: (row) => formatPaise(row.amountPaise, { style: 'exact' }) },
          ],
        }),
      },
    ],
  }
})

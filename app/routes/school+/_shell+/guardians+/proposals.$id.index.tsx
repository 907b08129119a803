import type { SerializeFrom } from '@remix-run/node'
import { Alert } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { showLoader } from '~/kit/pages/show.server'
import { shownTable, showPage } from '~/kit/pages/show-page'
import { formatDay, todayInIndia } from '~/models/core/shared/calendar'
import { counted } from '~/models/core/shared/counted'
import { findBatch, listBatchLinks } from '~/models/people/guardians/batches.server'
import { RightsCell } from '../__rights-cell'
import { unreachableHref } from './__words'

export const handle = pageTitle(() => 'Proposed guardians')

/** Maximum number of children that the page lists for a batch. */
const maxLinks = 80

export const loader = showLoader({ may: 'students:edit', find: findBatch }, async (storedBatch, { scope }) => {
  const { id, madeAt, undoneAt, ...batch } = storedBatch
  return {
    batch: { ...batch, madeOn: todayInIndia(madeAt), undoneOn: undoneAt && todayInIndia(undoneAt) },
    links: await listBatchLinks(scope, id, maxLinks),
  }
})

export default showPage<typeof loader>(({ batch, links }) => {
  const { guardianCount, linkCount, madeOn, madeBy, undoneOn, undoneBy } = batch
  return {
    title: `${counted(guardianCount, 'guardian')}, ${counted(linkCount, 'child', 'children')}`,
    context: `Made on ${formatDay(madeOn, 'en')} by ${madeBy}`,
    action: undoneOn === null && {
      label: 'Undo',
      href: schoolPaths.undoGuardianBatch(batch.publicId),
      variant: 'secondary',
    },
    alert: (
      <>
        {undoneOn === null ? null : (
          <Alert tone="info" title={`Undone on ${formatDay(undoneOn, 'en')} by ${undoneBy}`}>
            <p>
              {links.length === 0
                ? 'All its entries were removed.'
                : 'Entries changed by hand since then stay, as do guardians who have consented or complained. They are listed here.'}
            </p>
          </Alert>
        )}
        {links.some(({ hasNoRecipient }) => hasNoRecipient) ? (
          <Alert tone="warn" title="Some of these children have no one to notify">
            <p>
              Doubtful guardians get no messages until you tick “Gets messages” for the child, and the student’s own
              number is no longer used: the family gets no message about dues, receipts or results.{' '}
              <a href={unreachableHref}>All children with no one to notify</a>
            </p>
          </Alert>
        ) : null}
      </>
    ),
    parts: [
      links.length > 0 && {
        title: undoneOn === null ? 'Created entries' : 'Entries that stay',
        content: (
          <>
            {shownTable({
              caption: 'Guardians and children',
              rows: links,
              columns: [
                {
                  label: 'Guardian',
                  role: 'title',
                  value: 'guardianName',
                  href: (row) => schoolPaths.guardian(row.guardianId),
                },
                { label: 'Mobile number', align: 'nowrap', value: 'mobileNumber' },
                { label: 'Child', value: 'childName' },
                { label: 'May', cell: (row) => <RightsWithLink {...row} /> },
                { label: 'Changed since', value: whyItStays },
              ],
            })}
            {linkCount > maxLinks ? (
              <p className="soft">{`The first ${maxLinks} are shown, changed ones first.`}</p>
            ) : null}
          </>
        ),
      },
    ],
  }
})

type BatchLink = Awaited<ReturnType<typeof listBatchLinks>>[number]

/** Rights of the guardian, with a link to the form that turns messages on when the guardian gets none. */
function RightsWithLink({ getsMessages, blockedAt, ...row }: SerializeFrom<BatchLink>) {
  const isMuted = !getsMessages && blockedAt === null
  return (
    <>
      <RightsCell maySee={row.maySee} mayPay={row.mayPay} isTold={getsMessages} shutOutAt={blockedAt} />
      {isMuted ? (
        <>
          {'. '}
          <a
            href={schoolPaths.editGuardianChild(row.guardianId, row.publicId)}
            aria-label={`Gets no messages, change: ${row.guardianName}, ${row.childName}`}
          >
            Gets no messages, change
          </a>
        </>
      ) : null}
    </>
  )
}

/** Whether undoing keeps the entry, because the office changed it or its guardian acted after the batch. */
function whyItStays({ stays, hasActed }: { stays: boolean; hasActed: boolean }): string {
  if (!stays) return 'No'
  return hasActed ? 'Yes, a consent or grievance: undoing keeps it' : 'Yes: undoing keeps it'
}

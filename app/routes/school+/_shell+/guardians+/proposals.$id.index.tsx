import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Alert, ButtonLink, Card, DataTable, PageHead } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { openThing } from '~/kit/pages/form.server'
import { formatDay, todayInIndia } from '~/models/core/shared/calendar'
import { counted } from '~/models/people/academics/rules'
import { findBatch, listBatchLinks } from '~/models/people/guardians/batches.server'
import { RightsCell } from '../__rights-cell'
import { nobodyToldHref } from './__words'

export const handle = pageTitle(() => 'Guardians that were proposed')

const shown = 80

export async function loader(args: LoaderFunctionArgs) {
  const { scope, thing } = await openThing(args, { may: 'students:edit', find: findBatch })
  const { id, madeAt, undoneAt, ...batch } = thing
  return {
    batch: { ...batch, madeOn: todayInIndia(madeAt), undoneOn: undoneAt && todayInIndia(undoneAt) },
    links: await listBatchLinks(scope, id, shown),
  }
}

export default function GuardianBatchPage() {
  const { batch, links } = useLoaderData<typeof loader>()
  const { guardianCount, linkCount, madeOn, madeBy, undoneOn, undoneBy } = batch
  return (
    <>
      <PageHead
        title={`${counted(guardianCount, 'guardian')}, ${counted(linkCount, 'child', 'children')}`}
        context={`Made on ${formatDay(madeOn, 'en')} by ${madeBy}`}
        action={
          undoneOn === null ? (
            <ButtonLink href={schoolPaths.undoGuardianBatch(batch.publicId)} variant="secondary">
              Undo
            </ButtonLink>
          ) : undefined
        }
      />
      {undoneOn === null ? null : (
        <Alert tone="info" title={`Undone on ${formatDay(undoneOn, 'en')} by ${undoneBy}`}>
          <p>
            {links.length === 0
              ? 'Nothing of it is left.'
              : 'What was changed by hand since stays, and who has consented or complained. It is listed here.'}
          </p>
        </Alert>
      )}
      {links.some(({ isNobodyTold }) => isNobodyTold) ? (
        <Alert tone="warn" title="Of some of these children nobody is told">
          <p>
            Who was doubtful is told nothing until you tick “Is told” at the child, and the student’s own number is used
            no more: no message of dues, receipts or results goes to the family.{' '}
            <a href={nobodyToldHref}>All children of whom nobody is told</a>
          </p>
        </Alert>
      ) : null}
      {links.length === 0 ? null : (
        <Card title={undoneOn === null ? 'What it made' : 'What stays'}>
          <DataTable
            caption="Guardians and children"
            rows={links}
            rowKey={(row) => row.publicId}
            columns={[
              {
                label: 'Guardian',
                role: 'title',
                cell: (row) => <a href={schoolPaths.guardian(row.guardianId)}>{row.guardianName}</a>,
              },
              { label: 'Mobile number', align: 'nowrap', cell: (row) => row.mobileNumber ?? '–' },
              { label: 'Child', cell: (row) => row.childName },
              {
                label: 'May',
                cell: (row) => (
                  <>
                    <RightsCell {...row} />
                    {row.isTold || row.shutOutAt !== null ? null : (
                      <>
                        {'. '}
                        <a
                          href={schoolPaths.editGuardianChild(row.guardianId, row.publicId)}
                          aria-label={`Is told nothing, change: ${row.guardianName}, ${row.childName}`}
                        >
                          Is told nothing, change
                        </a>
                      </>
                    )}
                  </>
                ),
              },
              { label: 'Changed since', cell: (row) => whyItStays(row) },
            ]}
          />
          {linkCount > shown ? (
            <p className="soft">{`The first ${shown} are shown, those that were changed first.`}</p>
          ) : null}
        </Card>
      )}
    </>
  )
}

function whyItStays({ stays, hasActed }: { stays: boolean; hasActed: boolean }): string {
  if (!stays) return 'No'
  return hasActed ? 'A consent or grievance is kept: undoing leaves it' : 'Yes: undoing leaves it'
}

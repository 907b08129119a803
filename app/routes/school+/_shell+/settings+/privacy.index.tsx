import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { ButtonLink, Card, DataTable, PageHead } from '~/components/ui'
import { requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { formatInstant } from '~/models/core/shared/calendar'
import { countDue } from '~/models/entry/retention/due.server'
import { classKeys } from '~/models/entry/retention/field-classes'
import { runStateWords } from '~/models/entry/retention/options'
import { recordLines } from '~/models/entry/retention/record.server'
import { listRuns } from '~/models/entry/retention/runs.server'
import { findYears, planOf } from '~/models/entry/retention/years.server'
import { lastFourSince } from '~/models/people/students/aadhaar.server'

export const handle = pageTitle(() => 'Personal data')

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'settings:edit')
  const years = await findYears(scope)
  const [counts, runs, since] = await Promise.all([
    countDue(scope, planOf(years)),
    listRuns(scope),
    lastFourSince(scope),
  ])
  const lines = recordLines(years)
  return {
    classes: classKeys.map((key, index) => {
      const { what = '', why = '', seenBy = '', howLong = '' } = lines[index] ?? {}
      const { due = null, held = null } = counts.find((one) => one.key === key) ?? {}
      return { key, what, why, seenBy, howLong, due, held }
    }),
    runs: runs.map(({ publicId, state, askedByName, askedAt }) => ({
      publicId,
      state: runStateWords[state],
      askedByName,
      askedAt: formatInstant(askedAt, 'en'),
    })),
    aadhaarSince: since && formatInstant(since, 'en'),
  }
}

export default function PersonalDataPage() {
  const { classes, runs, aadhaarSince } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead
        title="Personal data"
        context="Personal data in the portal, with purpose and period. Expired data is removed field by field; registers, receipts and certificates stay."
      />
      <div className="stack">
        <Card title="What is kept">
          <DataTable
            caption="Data kept, with purpose, readers and period"
            columns={[
              { label: 'What', role: 'title', cell: ({ what }) => what },
              { label: 'Why', align: 'sentence', cell: ({ why }) => why },
              { label: 'Who sees it', align: 'sentence', cell: ({ seenBy }) => seenBy },
              { label: 'How long', cell: ({ howLong }) => howLong },
              {
                label: 'Due today',
                align: 'end',
                cell: ({ key, what, due, held }) =>
                  due === null ? (
                    '–'
                  ) : (
                    <a href={schoolPaths.dueDataOf(key)} aria-label={`Students due for removal: ${what}`}>
                      {held ? `${due} (${held} held)` : due}
                    </a>
                  ),
              },
            ]}
            rows={classes}
            rowKey={({ key }) => key}
          />
          <p className="actions">
            <ButtonLink href={schoolPaths.retentionYears} variant="secondary" label="Change years" />
            <ButtonLink href={schoolPaths.askRetention} label="Remove what is due" />
            <a href={schoolPaths.recordFile} data-file>
              Record of processing (CSV)
            </a>
          </p>
        </Card>
        <Card title="Aadhaar">
          <p>
            {aadhaarSince
              ? `Only the last four digits are kept, since ${aadhaarSince}.`
              : 'Full Aadhaar numbers are kept, sealed. UIDAI asks schools not to store them: choose to keep only the last four digits.'}
          </p>
          <p className="actions">
            <ButtonLink
              href={aadhaarSince ? schoolPaths.aadhaarScans : schoolPaths.aadhaarSettings}
              variant="secondary"
              label={aadhaarSince ? 'Scans of Aadhaar cards' : 'Keep the last four digits only'}
            />
          </p>
        </Card>
        <Card title="Runs">
          <p>
            Removed data is sealed for 30 days and can be restored. Then it is destroyed.{' '}
            <a href={schoolPaths.removedData}>Recently removed</a>
          </p>
          {runs.length === 0 ? (
            <p>Nothing has been removed yet.</p>
          ) : (
            <DataTable
              caption="Retention runs, latest first"
              columns={[
                {
                  label: 'Requested on',
                  role: 'title',
                  cell: ({ publicId, askedAt }) => <a href={schoolPaths.retentionRun(publicId)}>{askedAt}</a>,
                },
                { label: 'By', cell: ({ askedByName }) => askedByName },
                { label: 'State', cell: ({ state }) => state },
              ]}
              rows={runs}
              rowKey={({ publicId }) => publicId}
            />
          )}
        </Card>
      </div>
    </>
  )
}

import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { ButtonLink, Card, DataTable, PageHead } from '~/components/ui'
import { pageTitle, paths } from '~/http/paths'
import { requireStudentInPerson } from '~/http/route.server'
import { currentLanguage } from '~/language/current'
import { m } from '~/language/paraglide/messages'
import { formatDay } from '~/models/core/shared/calendar'
import { classKeys, type FieldClass, fieldClass, retentionPurposes } from '~/models/entry/retention/field-classes'
import { listRemovals } from '~/models/entry/retention/runs.server'
import { findYears } from '~/models/entry/retention/years.server'

export const handle = pageTitle(() => m.profile_data_title())

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStudentInPerson(context, request)
  const [years, removals] = await Promise.all([findYears(scope), listRemovals(scope, scope.studentId)])
  const removedOn = new Map(removals.map(({ key, removedOn: day }) => [key, day]))
  const fieldClasses = classKeys
    .filter((key) => !['staff', 'guardian_accounts'].includes(key))
    .map((key) => {
      const one = fieldClass(key)
      const day = removedOn.get(key)
      return {
        what: one.title(),
        why: retentionPurposes[one.why](),
        howLong: day ? removedWords(day) : keptWords(one, years[key]),
      }
    })
  return { kept: fieldClasses }
}

const removedWords = (day: string) => m.retention_removed_on({ date: formatDay(day, currentLanguage()) })

function keptWords({ keep }: FieldClass, count: number | undefined): string {
  if (keep.until === 'ever') return m.retention_ever()
  if (keep.until === 'swept') return m.retention_swept()
  if (keep.until === 'leaving-work') return m.retention_leaving_work()
  const years = count ?? keep.usual
  if (years === 0) return m.retention_until_left()
  return years === 1 ? m.retention_year() : m.retention_years({ count: years })
}

export default function MyDataPage() {
  const { kept } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title={m.profile_data_title()} context={m.profile_data_card()} />
      <Card>
        <p>{m.profile_data_download_text()}</p>
        <p>
          <a className="btn" href={paths.student.myDataFile} data-file>
            {m.profile_data_download()}
          </a>
        </p>
      </Card>
      <Card>
        <DataTable
          caption={m.retention_title()}
          columns={[
            { label: m.profile_data_what(), cell: ({ what }) => what, role: 'title' },
            { label: m.profile_data_why(), cell: ({ why }) => why },
            { label: m.profile_data_how_long(), cell: ({ howLong }) => howLong },
          ]}
          rows={kept}
          rowKey={({ what }) => what}
        />
        <p>{m.retention_thirty_days()}</p>
      </Card>
      <Card>
        <p>{m.public_privacy_rights()}</p>
        <ButtonLink href={paths.student.settings} variant="secondary" label={m.accounts_settings_title()} />
      </Card>
    </>
  )
}

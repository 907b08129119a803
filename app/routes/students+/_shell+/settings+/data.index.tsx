import type { LoaderFunctionArgs } from '@remix-run/node'
import { ButtonLink, Card, DataTable, PageHead } from '~/components/ui'
import { pageTitle, paths } from '~/http/paths'
import { requireStudentInPerson } from '~/http/route.server'
import { m } from '~/language/paraglide/messages'

export const handle = pageTitle(() => m.profile_data_title())

export async function loader({ context, request }: LoaderFunctionArgs) {
  await requireStudentInPerson(context, request)
  return null
}

export default function MyDataPage() {
  return (
    <>
      <PageHead title={m.profile_data_title()} context={m.profile_data_card()} />
      <Card>
        <p>{m.profile_data_download_text()}</p>
        <p>
          <a className="btn" href={paths.student.myDataFile} download>
            {m.profile_data_download()}
          </a>
        </p>
      </Card>
      <Card>
        <DataTable
          caption={m.profile_data_title()}
          columns={[
            { label: m.profile_data_what(), cell: ({ what }) => what, role: 'title' },
            { label: m.profile_data_why(), cell: ({ why }) => why },
            { label: m.profile_data_how_long(), cell: ({ howLong }) => howLong },
          ]}
          rows={kept()}
          rowKey={({ what }) => what}
        />
      </Card>
      <Card>
        <p>{m.public_privacy_rights()}</p>
        <ButtonLink href={paths.student.settings} variant="secondary">
          {m.accounts_settings_title()}
        </ButtonLink>
      </Card>
    </>
  )
}

function kept(): Array<{ what: string; why: string; howLong: string }> {
  return [
    { what: m.profile_data_profile(), why: m.profile_data_profile_why(), howLong: m.profile_data_until_deleted() },
    { what: m.profile_data_documents(), why: m.profile_data_documents_why(), howLong: m.profile_data_until_replaced() },
    { what: m.profile_data_school(), why: m.profile_data_school_why(), howLong: m.profile_data_until_deleted() },
    { what: m.profile_data_money(), why: m.profile_data_money_why(), howLong: m.profile_data_until_law() },
    { what: m.profile_data_signins(), why: m.profile_data_signins_why(), howLong: m.profile_data_until_signins() },
    { what: m.profile_data_log(), why: m.profile_data_log_why(), howLong: m.profile_data_until_law() },
  ]
}

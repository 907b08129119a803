import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Card, DefinitionList, PageHead } from '~/components/ui'
import { paths } from '~/http/paths'
import { foundOr404, requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { mayStaff, type StaffRole } from '~/models/accounts/permissions'
import { roleNames } from '~/models/accounts/staff-options'
import { months } from '~/models/schools/options'
import { paymentKeysView } from '~/models/schools/payment-keys.server'
import { findProfile } from '~/models/schools/profile.server'
import { findSettings, listGradeBands } from '~/models/schools/settings.server'
import { formatPaise } from '~/models/shared/money'
import { findStoreSettings } from '~/models/shop/store-settings.server'

export const handle = pageTitle(() => 'Settings')

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope, role } = await requireStaff(context, request, 'settings:view')
  const [profile, settings, bands, keys, store] = await Promise.all([
    findProfile(scope),
    findSettings(scope),
    listGradeBands(scope),
    paymentKeysView(scope),
    findStoreSettings(scope),
  ])
  return {
    profile: foundOr404(profile),
    settings,
    grades: bands.map((band) => `${band.grade} from ${band.fromPercent}`).join(', '),
    hasPaymentKeys: keys.configured,
    store,
    mayEdit: mayStaff(role, 'settings:edit'),
  }
}

export default function SettingsPage() {
  const { profile, settings, grades, hasPaymentKeys, store, mayEdit } = useLoaderData<typeof loader>()
  const change = (href: string, what: string) =>
    mayEdit ? (
      <a className="alone" href={href} aria-label={`Change ${what}`}>
        Change
      </a>
    ) : undefined
  const yes = (on: boolean) => (on ? 'Yes' : 'No')
  return (
    <>
      <PageHead title="Settings" context="Settings for the whole school." />
      <div className="stack">
        <Card title="School profile" aside={change(schoolPaths.profile, 'the school profile')}>
          <DefinitionList
            items={[
              { label: 'School name', value: profile.name },
              { label: 'Email', value: profile.email },
              { label: 'Phone', value: profile.phone },
              { label: 'Address', value: profile.address },
              { label: 'Board', value: profile.board },
              { label: 'Affiliation or UDISE number', value: profile.affiliationNumber },
            ]}
          />
        </Card>
        <Card title="Logo" aside={change(schoolPaths.logo, 'the logo')}>
          {profile.logoKey ? (
            <img src={paths.file(profile.logoKey)} alt="The school’s logo" height="64" />
          ) : (
            <p>None</p>
          )}
        </Card>
        <Card title="Location" aside={change(schoolPaths.location, 'the location')}>
          <DefinitionList
            items={[
              { label: 'Latitude', value: profile.latitude },
              { label: 'Longitude', value: profile.longitude },
            ]}
          />
        </Card>
        <Card title="Online payment" aside={change(schoolPaths.paymentKeys, 'the payment keys')}>
          <DefinitionList items={[{ label: 'Razorpay keys', value: hasPaymentKeys ? 'Stored' : 'Not set up' }]} />
        </Card>
        <Card title="Payment rules" aside={change(schoolPaths.feeSettings, 'the payment rules')}>
          <DefinitionList
            items={[
              { label: 'Part payment online', value: partPayment(settings) },
              { label: 'Late fine of new fees', value: lateFine(settings) },
            ]}
          />
        </Card>
        <Card title="Store" aside={change(schoolPaths.storeSettings, 'the store settings')}>
          <DefinitionList
            items={[
              { label: 'Collect at school', value: store.collectNote },
              { label: 'Cash on delivery', value: yes(store.codAllowed) },
              { label: 'GSTIN', value: store.gstin },
            ]}
          />
        </Card>
        <Card title="Hostels" aside={change(schoolPaths.hostelSettings, 'the hostel settings')}>
          <p>For which periods students may apply.</p>
        </Card>
        <Card title="Transport" aside={change(schoolPaths.transportSettings, 'the transport settings')}>
          <p>The tariff of vehicles, and the key of maps in the browser.</p>
        </Card>
        <Card title="Sign-in of students" aside={change(schoolPaths.signInPolicy, 'the sign-in of students')}>
          <DefinitionList
            items={[
              { label: 'Printed activation code', value: yes(settings.activationCodeRequired) },
              { label: 'Admission online', value: yes(settings.onlineAdmissions) },
            ]}
          />
        </Card>
        <Card title="Sign-in of staff" aside={change(schoolPaths.factorSettings, 'the sign-in of staff')}>
          <DefinitionList
            items={[
              {
                label: 'Two-step sign-in is compulsory for',
                value: settings.factorRoles.map((one) => roleNames[one as StaffRole]).join(', ') || 'Nobody',
              },
            ]}
          />
        </Card>
        <Card title="Year, rank and grades" aside={change(schoolPaths.academicSettings, 'year, rank and grades')}>
          <DefinitionList
            items={[
              { label: 'The school year begins in', value: months[settings.yearStartsMonth - 1] },
              { label: 'Students see their rank', value: yes(settings.rankShown) },
              { label: 'Grades', value: grades },
            ]}
          />
        </Card>
        <Card title="Maps" aside={change(schoolPaths.mapsKey, 'the maps key')}>
          <DefinitionList items={[{ label: 'Google Maps key', value: settings.hasMapsKey ? 'Stored' : 'None' }]} />
        </Card>
      </div>
    </>
  )
}

type Rules = Awaited<ReturnType<typeof findSettings>>

function partPayment({ partPaymentAllowed, partPaymentMinimumPaise }: Rules): string {
  if (!partPaymentAllowed) return 'No'
  return partPaymentMinimumPaise > 0
    ? `Yes, from ${formatPaise(partPaymentMinimumPaise, { style: 'short' })}`
    : 'Yes, any amount'
}

function lateFine({ fineKind, fineAmountPaise, fineGraceDays, fineCapPaise }: Rules): string {
  if (fineKind === 'none') return 'None'
  const amount = formatPaise(fineAmountPaise, { style: 'short' })
  const grace = fineGraceDays > 0 ? ` after ${fineGraceDays} days of grace` : ''
  const cap = fineCapPaise === null ? '' : `, at most ${formatPaise(fineCapPaise, { style: 'short' })}`
  return `${fineKind === 'flat' ? `${amount} once` : `${amount} a day`}${grace}${cap}`
}

import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { isValidElement, type ReactElement, type ReactNode } from 'react'
import { WaitingRequests } from '~/components/decisions/waiting-requests'
import { Card, DefinitionList, LoneLink, PageHead } from '~/components/ui'
import { paths } from '~/http/paths'
import { foundOr404, requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { months } from '~/models/core/schools/options'
import { paymentKeysView } from '~/models/core/schools/payment-keys.server'
import { findProfile } from '~/models/core/schools/profile.server'
import { type findSettings, listGradeBands } from '~/models/core/schools/settings.server'
import { formatPaise } from '~/models/core/shared/money'
import { findStoreSettings } from '~/models/money/shop/store-settings.server'
import { mayStaff, type StaffRole } from '~/models/people/accounts/staff/permissions'
import { roleNames } from '~/models/people/accounts/staff/staff-options'
import { findSettingsAndRequests } from '~/models/people/second-person/requests.server'

export const handle = pageTitle(() => 'Settings')

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope, role } = await requireStaff(context, request, 'settings:view')
  const [profile, { requests, ...settings }, bands, keys, store] = await Promise.all([
    findProfile(scope),
    findSettingsAndRequests(scope),
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
    requests: mayStaff(role, 'second-person:view') ? requests : [],
    mayEdit: mayStaff(role, 'settings:edit'),
  }
}

export default function SettingsPage() {
  const { profile, settings, grades, hasPaymentKeys, store, requests, mayEdit } = useLoaderData<typeof loader>()
  const yes = (on: boolean) => (on ? 'Yes' : 'No')
  const part = (
    title: string,
    settingName: string,
    href: string,
    content: Record<string, ReactNode> | ReactElement,
  ) => (
    <div className="setting" key={title}>
      <h3>{title}</h3>
      {isValidElement(content) ? (
        content
      ) : (
        <DefinitionList items={Object.entries(content).map(([label, value]) => ({ label, value }))} />
      )}
      {mayEdit ? <LoneLink href={href} aria-label={`Change ${settingName}`} label="Change" /> : null}
    </div>
  )
  const logo = profile.logoKey ? (
    <img src={paths.file(profile.logoKey)} alt="The school’s logo" height="64" />
  ) : (
    <p>None</p>
  )
  const factorRoles = settings.factorRoles.map((one) => roleNames[one as StaffRole]).join(', ')
  return (
    <>
      <PageHead title="Settings" context="Settings for the whole school." />
      <div className="stack">
        <WaitingRequests requests={requests} />
        <Card title="School" className="settings">
          {part('School profile', 'the school profile', schoolPaths.profile, {
            'School name': profile.name,
            Email: profile.email,
            Phone: profile.phone,
            Address: profile.address,
            Board: profile.board,
            'Affiliation or UDISE number': profile.affiliationNumber,
          })}
          {part('Logo', 'the logo', schoolPaths.logo, logo)}
          {part('Location', 'the location', schoolPaths.location, {
            Latitude: profile.latitude,
            Longitude: profile.longitude,
          })}
        </Card>
        <Card title="Academics" className="settings">
          {part('Year, rank and grades', 'year, rank and grades', schoolPaths.academicSettings, {
            'The school year begins in': months[settings.yearStartsMonth - 1],
            'Students see their rank': yes(settings.rankShown),
            Grades: grades,
          })}
        </Card>
        <Card title="Money" className="settings">
          {part('Online payment', 'the payment keys', schoolPaths.paymentKeys, {
            'Razorpay keys': hasPaymentKeys ? 'Stored' : 'Not set up',
          })}
          {part('Payment rules', 'the payment rules', schoolPaths.feeSettings, {
            'Part payment online': partPayment(settings),
            'Late fine for new fees': lateFine(settings),
            'Account for bank transfers': settings.bankAccountNumber ?? 'None',
          })}
          {part('Second person', 'the second person', schoolPaths.secondPersonSettings, {
            'Large refunds and corrections':
              settings.secondPersonPaise === null
                ? 'One person is enough'
                : `A second person above ${formatPaise(settings.secondPersonPaise, { style: 'short' })}`,
          })}
          {part('Store', 'the store settings', schoolPaths.storeSettings, {
            'Collect at school': store.collectNote,
            'Cash on delivery': yes(store.codAllowed),
            GSTIN: store.gstin,
          })}
        </Card>
        <Card title="Hostels and transport" className="settings">
          {part(
            'Hostels',
            'the hostel settings',
            schoolPaths.hostelSettings,
            <p>Periods for which students may apply.</p>,
          )}
          {part(
            'Transport',
            'the transport settings',
            schoolPaths.transportSettings,
            <p>The vehicle tariff, and the key for maps in the browser.</p>,
          )}
          {part('Maps', 'the maps key', schoolPaths.mapsKey, {
            'Google Maps key': settings.hasMapsKey ? 'Stored' : 'None',
          })}
        </Card>
        <Card title="Families and their data" className="settings">
          {part(
            'Messages',
            'the message accounts',
            schoolPaths.messageSettings,
            <p>Accounts for SMS and WhatsApp, the monthly budget, quiet hours.</p>,
          )}
          {part(
            'Mail',
            'how mails fare',
            schoolPaths.mailSettings,
            <p>Delivery of mails, and DNS records of the sending domain.</p>,
          )}
          {part(
            'Officer and grievances',
            'the privacy settings',
            schoolPaths.privacyOfficer,
            <p>Contact for questions about personal data, and days to answer.</p>,
          )}
          {part(
            'Personal data',
            'what is kept and how long',
            schoolPaths.privacySettings,
            <p>Years after leaving, removal of expired data, Aadhaar numbers, record of processing.</p>,
          )}
        </Card>
        <Card title="Sign-in" className="settings">
          {part('Student sign-in', 'the sign-in of students', schoolPaths.signInPolicy, {
            'Printed activation code': yes(settings.activationCodeRequired),
            'Admission online': yes(settings.onlineAdmissions),
          })}
          {part('Staff sign-in', 'the sign-in of staff', schoolPaths.factorSettings, {
            'Two-step sign-in is compulsory for': factorRoles || 'No one',
          })}
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

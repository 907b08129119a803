import { DefinitionList } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deciding } from '~/kit/pages/decision.server'
import { decisionPage } from '~/kit/pages/decision-page'
import { clearBounce, findMailAddress } from '~/models/contact/mail/addresses.server'
import { formatInstant } from '~/models/core/shared/calendar'
import { wayWords } from './__words'

export const handle = pageTitle(() => 'Mail address', { hasForm: true })

const notMarked = 'Mails are being sent to this address: nothing needs to be retried.'

const page = deciding({
  may: 'students:edit',
  find: findMailAddress,
  more: (address) => address,
  obstacle: ({ bouncedAt, softBounces }) => (bouncedAt === null && softBounces === 0 ? notMarked : null),
  decide: (scope, at) => clearBounce(scope, at),
  refusals: { 'not-marked': notMarked },
  decided: () => schoolPaths.mailAddresses,
  message: 'Mails are sent to the address again.',
})
export const loader = page.loader
export const action = page.action

export default decisionPage<typeof loader>({
  title: ({ more }) => more.toAddress,
  context: ({ more }) => more.whose ?? 'No one at the school has this address now',
  submit: 'Try again',
  obstacleTitle: 'No bounces',
  backHref: schoolPaths.mailAddresses,
  explanation: ({ more }) => (
    <>
      <DefinitionList
        items={[
          { label: 'Bouncing since', value: more.bouncedAt && formatInstant(more.bouncedAt, 'en') },
          { label: 'Mail server’s reply', value: more.bounceReason },
          { label: 'Number of delays', value: String(more.softBounces) },
          {
            label: 'Unsubscribed',
            value:
              more.unsubscribedAt && more.unsubscribedBy
                ? `${formatInstant(more.unsubscribedAt, 'en')}, ${wayWords[more.unsubscribedBy]}`
                : 'No',
          },
        ]}
      />
      <p>
        Ask the family whether the address is right. If not, enter the new one for the student or guardian: it starts
        without bounces. Mails not sent in the meantime are not sent later.
      </p>
    </>
  ),
})

import { pageTitle } from '~/http/page'
import { m } from '~/language/paraglide/messages'
import { TextPage } from './__text-page'

export const handle = pageTitle(() => m.public_terms_title())

export default function TermsPage() {
  return (
    <TextPage
      title={m.public_terms_title()}
      intro={m.public_terms_intro()}
      sections={[
        { title: m.public_terms_account_title(), text: m.public_terms_account() },
        { title: m.public_terms_pay_title(), text: m.public_terms_pay() },
        { title: m.public_terms_refund_title(), text: m.public_terms_refund() },
        { title: m.public_terms_fair_title(), text: m.public_terms_fair() },
        { title: m.public_terms_school_title(), text: m.public_terms_school() },
        { title: m.public_terms_places_title(), text: m.public_terms_places() },
      ]}
    />
  )
}

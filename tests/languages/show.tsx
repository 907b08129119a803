import { renderToStaticMarkup } from 'react-dom/server'
import { LanguageMenu } from '~/components/ui/frame'
import { renderFeeReceipt } from '~/documents/fee-receipt.server'
import { isLanguage } from '~/language/language'
import { m } from '~/language/paraglide/messages'
import { inLanguage } from '~/language/request.server'
import { amountInWords } from '~/models/core/shared/amount-in-words'
import { receiptView } from '../factories/receipt-view'

/* Prints a page, a mail and a paper in the language of the first argument, as JSON. */
const language = process.argv[2]
if (!isLanguage(language)) throw new Error(`Not a language: ${language}`)
const locale = language
const shown = {
  page: inLanguage(locale, () => renderToStaticMarkup(<LanguageMenu language={locale} path="/" />)),
  mail: m.mail_reset_text({ minutes: 30, links: 'https://school.example/reset' }, { locale }),
  amount: amountInWords(12_34_567_89, locale),
  receipt: (await renderFeeReceipt(receiptView, locale)).byteLength,
}
process.stdout.write(JSON.stringify(shown))

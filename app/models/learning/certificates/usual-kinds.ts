import type { Localized } from '~/language/localized'
import { usualNames } from './kind-names'
import type { CertificateBase } from './options'
import { usualItems } from './rules'

type UsualKind = { name: string; base: CertificateBase; prefix: string; items: string | null; text: Localized }

const noText = { text: {} }

export const usualKinds: readonly UsualKind[] = [
  { name: usualNames.transfer, base: 'transfer', prefix: 'TC', items: usualItems.transfer.join('\n'), ...noText },
  { name: usualNames.leaving, base: 'leaving', prefix: 'LC', items: usualItems.leaving.join('\n'), ...noText },
  {
    name: usualNames.bonafide,
    base: 'bonafide',
    prefix: 'BC',
    items: null,
    text: {
      en: 'This is to certify that {name}, son/daughter of {father} and {mother}, is a bonafide student of this school. He/she studies in {class} – {section} in the academic session {session}.\n\nAdmission number: {admission_number}. Date of birth according to our register: {birth_date} ({birth_date_words}).',
      hi: 'प्रमाणित किया जाता है कि {name}, पुत्र/पुत्री {father} एवं {mother}, इस स्कूल के नियमित विद्यार्थी हैं और शैक्षणिक सत्र {session} में {class} – {section} में अध्ययनरत हैं।\n\nप्रवेश संख्या: {admission_number}। स्कूल के रजिस्टर के अनुसार जन्मतिथि: {birth_date} ({birth_date_words})।',
      gu: 'આથી પ્રમાણિત કરવામાં આવે છે કે {name}, પિતા {father} અને માતા {mother}, આ શાળાના નિયમિત વિદ્યાર્થી છે અને શૈક્ષણિક સત્ર {session} માં {class} – {section} માં અભ્યાસ કરે છે.\n\nપ્રવેશ નંબર: {admission_number}. શાળાના રજિસ્ટર મુજબ જન્મતારીખ: {birth_date} ({birth_date_words}).',
    },
  },
  {
    name: usualNames.character,
    base: 'character',
    prefix: 'CC',
    items: null,
    text: {
      en: 'This is to certify that {name}, son/daughter of {father} and {mother}, admission number {admission_number}, has studied in this school, last in {class} in the academic session {session}. To the best of our knowledge he/she bears a good moral character.',
      hi: 'प्रमाणित किया जाता है कि {name}, पुत्र/पुत्री {father} एवं {mother}, प्रवेश संख्या {admission_number}, ने इस स्कूल में, अंतिम बार शैक्षणिक सत्र {session} में {class} में अध्ययन किया है। हमारी जानकारी के अनुसार इनका चरित्र अच्छा है।',
      gu: 'આથી પ્રમાણિત કરવામાં આવે છે કે {name}, પિતા {father} અને માતા {mother}, પ્રવેશ નંબર {admission_number}, એ આ શાળામાં, છેલ્લે શૈક્ષણિક સત્ર {session} માં {class} માં અભ્યાસ કર્યો છે. અમારી જાણ મુજબ તેમનું ચારિત્ર્ય સારું છે.',
    },
  },
  {
    name: usualNames.no_dues,
    base: 'no_dues',
    prefix: 'ND',
    items: null,
    text: {
      en: 'This is to certify that {name}, son/daughter of {father}, admission number {admission_number}, of {class} – {section}, owes nothing to this school as of {today}.',
      hi: 'प्रमाणित किया जाता है कि {name}, पुत्र/पुत्री {father}, प्रवेश संख्या {admission_number}, {class} – {section}, पर {today} तक इस स्कूल का कुछ भी बकाया नहीं है।',
      gu: 'આથી પ્રમાણિત કરવામાં આવે છે કે {name}, પિતા {father}, પ્રવેશ નંબર {admission_number}, {class} – {section}, પાસે {today} સુધી આ શાળાનું કંઈ લેણું બાકી નથી.',
    },
  },
  { name: usualNames.fee, base: 'fee', prefix: 'FC', items: null, ...noText },
]

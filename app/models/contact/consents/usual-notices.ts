import type { ValuesOf } from '~/kit/forms/fields'
import type { UsualPurpose } from './options'
import type { noticeForm } from './privacy-fields'

/**
 * Sample texts for each usual purpose. They describe what the portal itself does; before publishing, the school adds
 * its own uses and the names of recipients, and has a lawyer review them.
 */
export const usualNotices: Record<UsualPurpose, Omit<ValuesOf<typeof noticeForm>, 'asksAnew'>> = {
  schooling: {
    title: { en: 'Schooling', hi: 'पढ़ाई', gu: 'ભણતર' },
    data: {
      en: 'Name, birth date, photograph, address and phone numbers\nParents and guardians\nClass, attendance, marks and certificates\nFees and payments\nHostel and transport, where used',
      hi: 'नाम, जन्म तिथि, फ़ोटो, पता और फ़ोन नंबर\nमाता-पिता और अभिभावक\nकक्षा, उपस्थिति, अंक और प्रमाण पत्र\nफ़ीस और भुगतान\nछात्रावास और वाहन, यदि लिया हो',
      gu: 'નામ, જન્મ તારીખ, ફોટો, સરનામું અને ફોન નંબર\nમાતા-પિતા અને વાલી\nધોરણ, હાજરી, ગુણ અને પ્રમાણપત્રો\nફી અને ચુકવણી\nછાત્રાલય અને વાહન, જો લીધું હોય',
    },
    uses: {
      en: 'Teaching, exams and report cards\nFees and receipts\nSafety at school and on the way\nRegisters required by law',
      hi: 'पढ़ाना, परीक्षाएँ और रिपोर्ट कार्ड\nफ़ीस और रसीदें\nस्कूल में और रास्ते में सुरक्षा\nक़ानून द्वारा माँगे गए रजिस्टर',
      gu: 'ભણાવવું, પરીક્ષાઓ અને રિપોર્ટ કાર્ડ\nફી અને પહોંચ\nશાળામાં અને રસ્તામાં સલામતી\nકાયદો માગે છે તે રજિસ્ટરો',
    },
    shared: {
      en: 'The education board and the government’s registers, as the law requires',
      hi: 'क़ानून के अनुसार शिक्षा बोर्ड और सरकारी रजिस्टर',
      gu: 'કાયદા મુજબ શિક્ષણ બોર્ડ અને સરકારી રજિસ્ટરો',
    },
  },
  photos: {
    title: { en: 'Photographs used outside the school', hi: 'स्कूल के बाहर फ़ोटो', gu: 'શાળાની બહાર ફોટા' },
    data: {
      en: 'Photographs and films in which the child can be recognised\nFirst name and class',
      hi: 'फ़ोटो और फ़िल्में जिनमें बच्चा पहचाना जा सके\nपहला नाम और कक्षा',
      gu: 'બાળક ઓળખાય તેવા ફોટા અને ફિલ્મો\nપહેલું નામ અને ધોરણ',
    },
    uses: {
      en: 'The school’s website, magazine and social media\nReports of events in newspapers',
      hi: 'स्कूल की वेबसाइट, पत्रिका और सोशल मीडिया\nसमाचार पत्रों में कार्यक्रमों की ख़बरें',
      gu: 'શાળાની વેબસાઇટ, સામયિક અને સોશિયલ મીડિયા\nસમાચારપત્રોમાં કાર્યક્રમોના અહેવાલ',
    },
    shared: {
      en: 'All readers of these; others can copy material on the internet',
      hi: 'जो भी इन्हें पढ़े; इंटरनेट पर प्रकाशित सामग्री की नक़ल दूसरे कर सकते हैं',
      gu: 'જે કોઈ તે વાંચે; ઇન્ટરનેટ પર મૂકેલું બીજા નકલ કરી શકે છે',
    },
  },
  whatsapp: {
    title: { en: 'WhatsApp messages', hi: 'व्हाट्सऐप संदेश', gu: 'વોટ્સએપ સંદેશા' },
    data: {
      en: 'Mobile number of the family\nFirst name and class of the child\nWhat the message says: absence, dues, receipts, urgent notices',
      hi: 'परिवार का मोबाइल नंबर\nबच्चे का पहला नाम और कक्षा\nसंदेश की बात: अनुपस्थिति, बकाया, रसीद, ज़रूरी सूचना',
      gu: 'પરિવારનો મોબાઇલ નંબર\nબાળકનું પહેલું નામ અને ધોરણ\nસંદેશાની વાત: ગેરહાજરી, બાકી ફી, પહોંચ, તાકીદની સૂચના',
    },
    uses: {
      en: 'Informing the family sooner than on paper or by mail',
      hi: 'परिवार को काग़ज़ या ईमेल से जल्दी बताना',
      gu: 'પરિવારને કાગળ કે ઈ-મેલ કરતાં વહેલું જણાવવું',
    },
    shared: {
      en: 'WhatsApp (Meta), which delivers the messages from outside India too',
      hi: 'व्हाट्सऐप (मेटा), जो भारत के बाहर से भी संदेश पहुँचाता है',
      gu: 'વોટ્સએપ (મેટા), જે ભારતની બહારથી પણ સંદેશા પહોંચાડે છે',
    },
  },
  apaar: {
    title: { en: 'APAAR ID', hi: 'अपार आईडी', gu: 'અપાર આઈડી' },
    data: {
      en: 'Name, birth date, gender, photograph\nAadhaar, shown to the government’s portal with the family’s consent',
      hi: 'नाम, जन्म तिथि, लिंग, फ़ोटो\nआधार, परिवार की सहमति से सरकारी पोर्टल को दिखाया गया',
      gu: 'નામ, જન્મ તારીખ, જાતિ, ફોટો\nઆધાર, પરિવારની સંમતિથી સરકારી પોર્ટલને બતાવેલ',
    },
    uses: {
      en: 'Creating the child’s APAAR ID and keeping academic records under it',
      hi: 'बच्चे की अपार आईडी बनाना और उसमें शैक्षणिक रिकॉर्ड रखना',
      gu: 'બાળકનું અપાર આઈડી બનાવવું અને તેમાં શૈક્ષણિક નોંધ રાખવી',
    },
    shared: {
      en: 'Ministry of Education (UDISE+, APAAR, DigiLocker)',
      hi: 'शिक्षा मंत्रालय (यूडाइस प्लस, अपार, डिजिलॉकर)',
      gu: 'શિક્ષણ મંત્રાલય (યુડાયસ પ્લસ, અપાર, ડિજિલોકર)',
    },
  },
  third_parties: {
    title: { en: 'Companies that help the school', hi: 'स्कूल की मदद करने वाली कंपनियाँ', gu: 'શાળાને મદદ કરતી કંપનીઓ' },
    data: {
      en: 'Name and class of the child\nWhat each of them needs for its work',
      hi: 'बच्चे का नाम और कक्षा\nजो हर एक को अपने काम के लिए चाहिए',
      gu: 'બાળકનું નામ અને ધોરણ\nદરેકને પોતાના કામ માટે જે જોઈએ',
    },
    uses: {
      en: 'Learning apps, tests and outings that the school offers besides lessons',
      hi: 'पढ़ाई के अलावा स्कूल के ऐप, जाँच और यात्राएँ',
      gu: 'ભણતર સિવાય શાળાની એપ, કસોટીઓ અને પ્રવાસ',
    },
    shared: {},
  },
  marketing: {
    title: { en: 'Advertising the school', hi: 'स्कूल का विज्ञापन', gu: 'શાળાની જાહેરાત' },
    data: {
      en: 'Name, class, photograph and results of the child',
      hi: 'बच्चे का नाम, कक्षा, फ़ोटो और परिणाम',
      gu: 'બાળકનું નામ, ધોરણ, ફોટો અને પરિણામ',
    },
    uses: {
      en: 'Advertisements for the school, in print and on the internet',
      hi: 'स्कूल के विज्ञापन, छपे हुए और इंटरनेट पर',
      gu: 'શાળાની જાહેરાતો, છાપેલી અને ઇન્ટરનેટ પર',
    },
    shared: {
      en: 'Newspapers, printers and websites that show the advertisement',
      hi: 'विज्ञापन दिखाने वाले समाचार पत्र, छापाख़ाने और वेबसाइट',
      gu: 'જાહેરાત બતાવતાં સમાચારપત્રો, છાપખાનાં અને વેબસાઇટ',
    },
  },
}

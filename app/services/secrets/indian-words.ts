/** What Indian families and schools make passwords of, and no list of English ones has: names of gods, cities, players, greetings. */
export const indianWords =
  `india bharat hindustan indian jaihind vandemataram satyamev jayate ram shreeram jaishreeram jaishriram radhe
  radhekrishna radhakrishna radhesoami krishna harekrishna shreekrishna hanuman jaihanuman mahadev harharmahadev shiva shivshankar
  omnamahshivaya ganesh shreeganesh jaimatadi omsairam sairam swaminarayan saraswati lakshmi durga waheguru allah jesus hariom namaste
  namaskar ramayana mahabharat mahatma gandhi narendra modi virat kohli sachin tendulkar dhoni rohit sharma shahrukh salman bollywood cricket
  mohabbat pyaar khushi mummy papa dada dadi beta yadav kumar singh patel shah joshi mehta desai gujarat gujarati maharashtra rajasthan
  punjab kerala mumbai delhi newdelhi ahmedabad amdavad surat vadodara baroda rajkot bhavnagar jamnagar gandhinagar pune nagpur nashik
  jaipur jodhpur udaipur indore bhopal lucknow kanpur varanasi patna ranchi kolkata chennai hyderabad bengaluru bangalore mysore kochi
  dehradun ghaziabad noida chandigarh amritsar ludhiana nepal pakistan school vidyalaya student teacher principal office
  भारत हिन्दुस्तान जयहिन्द जयश्रीराम जयमातादी नमस्ते गुजरात मुंबई दिल्ली विद्यालय પ્રેમ ભારત જયશ્રીરામ જયમાતાજી નમસ્તે ગુજરાત અમદાવાદ સુરત રાજકોટ
  વિદ્યાલય શાળા`.split(/\s+/)

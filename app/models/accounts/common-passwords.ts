// A file of its own: no page needs it, and what is made at import goes to the browser with its neighbours.

/** Passwords that whoever guesses tries first, and that are long enough to get past the other rules. */
export const commonPasswords: ReadonlySet<string> = new Set(
  `0987654321 1029384756 11223344 1122334455 112233445566 12121212 123123123 1234abcd 12341234 123454321 12344321
  123456ab 123456abc 123456789a 1234567a 1234qwer 123abc123 123qweasd 123qwe123 147258369 159357258 1q2w3e4r 1q2w3e4r5t
  1qaz2wsx 1qazxsw2 321321321 789456123 963852741 987654321 9876543210 a1b2c3d4 a1s2d3f4 aa123456 aaa12345 ab123456
  abc12345 abc123456 abcd1234 abcd12345 abcde123 abcdefgh abcdefghi admin123 admin1234 administrator alexander
  asdasdasd asdf1234 asdfasdf asdfghjk asdfghjkl asdfqwer baseball basketball bollywood changeme chocolate cocacola
  computer creative cricket11 dehradun democracy diamonds dragon123 earthquake education einstein elephant engineer
  everything facebook firebird football footballer friends4ever garfield geography ghaziabad gujarati hanuman123
  happiness harekrishna hariom123 harrypotter hello123 hellohello helloworld hindustan hinduism hyderabad iloveindia
  iloveyou iloveyou1 iloveyou2 imissyou incorrect india123 india1234 indian123 indiaindia instagram internet
  jaihanuman jaihind123 jaimatadi jaishreeram jaishriram jesuschrist jordan23 jupiter1 krishna123 letmein1
  letmein123 liverpool lovelove loveyou123 mahabharat mahadev123 maharashtra mahatma1 manchester mathematics
  metallica michael1 missyou123 mohabbat monkey123 mother123 mumbai123 mustang1 myschool mypassword namaste1
  narendramodi nopassword omnamahshivaya omsairam onepiece pakistan pass1234 passpass passw0rd password
  password1 password12 password123 passwort pokemon1 prince123 princess princess1 privacy1 q1w2e3r4 qazwsxedc
  qazwsx123 qweasdzxc qwer1234 qwerasdf qwerty12 qwerty123 qwertyui qwertyuiop radhakrishna radhekrishna
  radhesoami ramayana raspberry realmadrid republic sachin10 sachin123 sairam123 samsung1 samsung123 saraswati
  satyamev satyamevjayate school123 schoolboy schoolgirl secret123 september shahrukh shivshankar shreeganesh
  shreekrishna shreeram slipknot something starwars student1 student123 sunshine superman superstar sweetheart
  swaminarayan taekwondo taylor123 teacher1 teacher123 telephone test1234 testtest thanks123 titanic1 trustno1
  twitter1 university usernames vandemataram victoria virat18 viratkohli volleyball welcome1 welcome123
  welcome1234 whatever whatsapp youtube1 zaq12wsx zxcvbnm1 zxcvbnm123`.split(/\s+/),
)

/** Words that stay easy to guess with figures or signs behind them: "India@2026", "welcome#123". */
export const commonWords: ReadonlySet<string> = new Set(
  `abc abcd admin asdf asdfgh bharat computer cricket dhoni football ganesh gujarat hanuman hello hindustan iloveyou
  india indian jaihind jesus khushi kohli krishna letmein login love mahadev monkey mumbai mummy nepal office papa
  pass passw passwd password principal qwerty qwertyuiop radhe ram sachin sairam school sairam shiva shree student
  sunshine superman teacher test user virat welcome yadav zxcvbn`.split(/\s+/),
)

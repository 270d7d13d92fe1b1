import '@fontsource-variable/onest'
import { connect } from '@playhub/game-sdk'

const TEXTS = {
  en: {
    state: 'In development',
    words: 'We are still building this world. Come back soon.',
    neuroarena: 'Neuro Arena',
  },
  ru: {
    state: 'В разработке',
    words: 'Мы ещё строим этот мир. Загляните чуть позже.',
    neuroarena: 'Нейроарена',
  },
}

function speak(language: string): void {
  const spoken = language === 'ru' ? 'ru' : 'en'
  const texts = TEXTS[spoken]
  document.documentElement.lang = spoken
  document.title = texts.neuroarena
  const words = { name: texts.neuroarena, state: texts.state, words: texts.words }
  for (const [id, text] of Object.entries(words)) document.getElementById(id)?.replaceChildren(text)
}

const hub = await connect()
speak(hub.language)
hub.onLanguage(speak)
hub.ready()

import { Outlet } from 'react-router'
import { LanguageContext } from '../lib/context/page-context.ts'
import { Footer } from './layout/footer.tsx'
import { Header } from './layout/header.tsx'
import { useAddressLanguage } from './root.tsx'

/** The frame around a page that only the browser can fill. It stays until all of that page is there. */
export function Shell() {
  return (
    <LanguageContext value={useAddressLanguage()}>
      <Header />
      <Outlet />
      <Footer />
    </LanguageContext>
  )
}

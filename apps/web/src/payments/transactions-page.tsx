export { Component } from '../ui/soon-page.tsx'

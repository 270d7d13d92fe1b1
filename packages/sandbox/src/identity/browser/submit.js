/** Posts the page's only form at once: the person has already answered. */
document.querySelector('form')?.submit()

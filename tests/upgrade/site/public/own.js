document.documentElement.dataset.own = 'ran'

// What the polyfill would add is in every Node that runs this.

"""Prints what chance decides, computed from docs/protocol.md ("Determinism") in Python alone, for tests/engine/random.cpp,
tests/engine/game.cpp and tests/engine/opening.cpp: the generator's numbers, bounded draws, seeds, a bag, the bag after an
exchange, the bag of an opening."""

import hashlib

WORD = (1 << 64) - 1


class Mt19937_64:
    """Matsumoto and Nishimura's mt19937-64.c, as [rand.eng.mers] fixes it."""

    def __init__(self, seed):
        self.state = [seed & WORD]
        for i in range(1, 312):
            last = self.state[-1]
            self.state.append((6364136223846793005 * (last ^ last >> 62) + i) & WORD)
        self.place = 312

    def __call__(self):
        if self.place == 312:
            self.twist()
        y = self.state[self.place]
        self.place += 1
        y ^= y >> 29 & 0x5555555555555555
        y ^= y << 17 & 0x71D67FFFEDA60000
        y ^= y << 37 & 0xFFF7EEE000000000
        return (y ^ y >> 43) & WORD

    def twist(self):
        lower = (1 << 31) - 1
        for i in range(312):
            x = self.state[i] & (WORD ^ lower) | self.state[(i + 1) % 312] & lower
            twisted = x >> 1 ^ (0xB5026F5AA96619E9 if x & 1 else 0)
            self.state[i] = self.state[(i + 156) % 312] ^ twisted
        self.place = 0


def below(draw, bound):
    """Lemire's unbiased bounded draw."""
    while True:
        product = draw() * bound
        if product & WORD >= (1 << 64) % bound:
            return product >> 64


def shuffled(values, seed):
    draw = Mt19937_64(seed)
    values = list(values)
    for i in range(len(values) - 1, 0, -1):
        j = below(draw, i + 1)
        values[i], values[j] = values[j], values[i]
    return values


def seed_from_text(text):
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


HASBRO = {"JQVXZ": 1, "KWY": 2, "BFGHP": 3, "C": 4, "DLMNRTU": 5, "S": 6, "AIO": 7, "E": 8}


def hasbro_bag(seed):
    return "".join(shuffled(sorted(letter for letters, count in HASBRO.items() for letter in letters * count), seed))


def after_exchange(bag, seed, tile):
    """The bag of a game of two after seat 0 has exchanged `tile` in the first turn, from front to back."""
    left = bag[7:-7]
    drawn, left = left[0], left[1:]
    place = below(Mt19937_64(seed_from_text(f"toptile-exchange/1 {seed}")), len(left) + 1)
    return drawn, left[:place] + tile + left[place:]


def opened_bag(seed, players, laid, rack=7):
    """The bag of a game whose first turns lay these tiles, one text a turn."""
    tiles = sorted(letter for letters, count in HASBRO.items() for letter in letters * count)
    free = list(range(len(tiles)))
    drawn = {seat: [] for seat in range(players)}

    def draw(seat, count):
        for _ in range(count):
            drawn[seat].append(free.pop(-1 if players == 2 and seat == 1 else 0))

    for seat in range(players):
        draw(seat, rack)
    bag = [None] * len(tiles)
    for turn, letters in enumerate(laid):
        for letter in letters:
            bag[drawn[turn % players].pop(0)] = letter
            tiles.remove(letter)
        draw(turn % players, len(letters))
    others = iter(shuffled(tiles, seed))
    return "".join(letter or next(others) for letter in bag)


def main():
    draw = Mt19937_64(5489)
    numbers = [draw() for _ in range(10000)]
    print("mt19937_64(5489): first", numbers[0], "10000th", numbers[-1])
    for bound in (1, 2, 3, 7, 100, 1 << 32, (1 << 63) + 1, WORD):
        draw = Mt19937_64(42)
        print("below", bound, [below(draw, bound) for _ in range(6)])
    print("shuffled 0..9 by 1:", shuffled(range(10), 1))
    for text in ("toptile-game/1 5 0", "toptile-game/1 5 17", f"toptile-game/1 {WORD} 1", "toptile-exchange/1 42",
                 "toptile-first/1 42", "toptile-bot/1 42 0", "toptile-bot/1 42 3"):
        print(text, seed_from_text(text))
    for seed in (0, 42, WORD):
        bag = hasbro_bag(seed)
        print("bag", seed, bag)
    bag = hasbro_bag(42)
    print("racks", bag[:7], bag[:-8:-1], "exchange of", bag[0], after_exchange(bag, 42, bag[0]))
    for players in (2, 3, 4):
        print("opened", players, opened_bag(42, players, ["MOOD", "EAR", "NT", "W", "LP"]))


if __name__ == "__main__":
    main()

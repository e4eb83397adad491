"""The subjects of ../../subjects/narrow once more, line by line; `branch` has the same numbers there."""

import math
from typing import List, Set

BRANCHES = {
    "checksum": 6, "date": 9, "list": 3, "long": 3, "magic": 3,
    "needle": 3, "nested": 10, "power": 2, "quicksort": 5, "triangle": 6,
}

taken: Set[int] = set()


def branch(number: int, condition: bool) -> bool:
    if condition:
        taken.add(2 * number + 1)
        return True
    taken.add(2 * number)
    return False


def needle(x: int, y: int) -> None:
    if not (0 <= x < 2**32 and 0 <= y < 2**32):
        return
    cubic = (x * x * x - 7 * x) % 2**32
    if branch(0, cubic == 0x1B724EE4):
        key = x ^ 0xDEADBEEF
        if branch(1, y >> 16 == key >> 16):
            assert not branch(2, y == key)


def magic(data: bytes) -> None:
    if branch(0, data.startswith(b"forall!")):
        body = data[7:]
        if branch(1, len(body) > 0):
            assert not branch(2, body[0] == 0)


def checksum(frame: bytes) -> None:
    payload = _payload(frame)
    if payload is not None:
        if branch(4, len(payload) > 0):
            assert branch(5, payload[0] < len(payload))


def _payload(frame: bytes):
    if branch(0, len(frame) < 3):
        return None
    length, rest = frame[0], frame[1:]
    if branch(1, length + 2 != len(rest)):
        return None
    payload, total = rest[:length], rest[length:]
    low, high = 1, 0
    at = 0
    while branch(2, at < len(payload)):
        low = (low + payload[at]) % 255
        high = (high + low) % 255
        at += 1
    return payload if branch(3, total[0] == high and total[1] == low) else None


def date(text: bytes) -> None:
    if len(text) != 8:
        return
    parsed = _date(text)
    if parsed is not None:
        year, month, day = parsed
        leap = year % 400 == 0 if year % 100 == 0 else year % 4 == 0
        assert not branch(8, month == 2 and day == 29 and not leap)


def _date(text: bytes):
    at = 0
    while branch(0, at < len(text)):
        if branch(1, not 48 <= text[at] <= 57):
            return None
        at += 1

    def number(digits):
        value = 0
        for digit in digits:
            value = value * 10 + digit - 48
        return value

    year, month, day = number(text[:4]), number(text[4:6]), number(text[6:])
    if branch(2, month == 0 or month > 12):
        return None
    if branch(3, month == 2):
        days = 29 if branch(4, year % 4 == 0) else 28
    elif branch(5, month in (4, 6, 9, 11)):
        days = 30
    else:
        days = 31
    if branch(6, day == 0) or branch(7, day > days):
        return None
    return year, month, day


def nested(text: bytes) -> None:
    opened: List[int] = []
    at = 0
    while branch(0, at < len(text)):
        byte = text[at]
        at += 1
        inside = opened[-1] if opened else None
        if branch(1, inside == 34):
            if branch(2, byte == 34):
                opened.pop()
            elif branch(3, byte == 92):
                if branch(4, at == len(text)):
                    assert not branch(5, opened == [123, 91, 34])
                at += 1
        elif branch(6, byte in (123, 91, 34)):
            if branch(7, byte == 91 and inside == 91):
                return
            opened.append(byte)
        elif branch(8, (inside == 123 and byte == 125) or (inside == 91 and byte == 93)):
            opened.pop()
        elif branch(9, byte in (125, 93)):
            return


def triangle(a: int, b: int, c: int) -> None:
    kind = _classify(a, b, c)
    equal = (a == b) + (b == c) + (a == c)
    if kind == "none":
        rule = "none"
    elif equal == 3:
        rule = "equilateral"
    elif equal == 1:
        rule = "isosceles"
    else:
        rule = "scalene"
    assert branch(5, kind == rule)


def _classify(a: int, b: int, c: int) -> str:
    if branch(0, a <= 0 or b <= 0 or c <= 0) or branch(1, a + b <= c or b + c <= a or a + c <= b):
        return "none"
    if branch(2, a == b):
        return "equilateral" if branch(3, b == c) else "isosceles"
    if branch(4, b == c):
        return "isosceles"
    return "scalene"


def quicksort(a: int, b: int, c: int, d: int, e: int, f: int) -> None:
    numbers = [a, b, c, d, e, f]
    _sort(numbers, 0, len(numbers))
    assert branch(4, all(numbers[i] <= numbers[i + 1] for i in range(5)))


def _sort(numbers: List[int], begin: int, end: int) -> None:
    if branch(0, end - begin < 2):
        return
    last = end - 1
    small = at = begin
    while branch(1, at < last):
        if branch(2, numbers[at] < numbers[last]):
            numbers[small], numbers[at] = numbers[at], numbers[small]
            small += 1
        at += 1
    numbers[small], numbers[last] = numbers[last], numbers[small]
    _sort(numbers, begin, small)
    if branch(3, end - small > 2 and numbers[small] == numbers[small + 1]):
        return
    _sort(numbers, small + 1, end)


def list(capacity: int, items: bytes) -> None:  # named as its subject
    if not 0 <= capacity < 256:
        return
    array, length = [0] * capacity, 0
    at = 0
    while branch(0, at < len(items)):
        if branch(1, length == len(array)):
            array = array + [0] * length
        assert branch(2, length < len(array))
        array[length] = items[at]
        length += 1
        at += 1


def long(numbers: bytes) -> None:
    ring = [0] * 16
    length = 0
    while branch(0, length < len(numbers)):
        if branch(1, length == 0):
            ring = [numbers[0]] * 16
        ring[length % 16] = numbers[length]
        length += 1
    assert not branch(2, length > 16)


def power(percent: int, years: int) -> None:
    if not (0 <= percent < 256 and 0 <= years < 256):
        return
    factor = math.pow(1.0 + percent / 100.0, years)
    if branch(0, factor >= 2.0):
        assert branch(1, percent * years >= 72)
